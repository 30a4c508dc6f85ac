/** Where everything of Vaswani et al.'s Figure 1 stands, and which tensor passes there. Pure data, no drawing. */

export type Placement = "post" | "pre";
export type Side = "encoder" | "decoder";

/** Something that computes. */
export interface Box {
  id: string;
  kind: "embedding" | "position" | "add" | "attention" | "norm" | "feed_forward" | "linear" | "softmax";
  side: Side;
  /** Its name, in lines. */
  label: readonly string[];
  /** Centre and extent. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** What it computes, the result first. */
  tensors: readonly string[];
}

/** Something that carries a tensor upwards. */
export interface Wire {
  id: string;
  side: Side;
  /** An SVG path, ending at the arrow. */
  path: string;
  tensors: readonly [string];
  idea?: "query" | "key" | "value";
}

export interface Layout {
  width: number;
  height: number;
  boxes: Box[];
  wires: Wire[];
  /** The frames around what is repeated N times: left, top, width, height. */
  frames: Record<Side, readonly [number, number, number, number]>;
  /** The centre of each column, and where its input is written. */
  columns: Record<Side, { x: number; bottom: number; top: number }>;
}

const WIDTH = 400;
const BOX = { width: 122, tall: 40, low: 26 };
const CENTRES = { encoder: 110, decoder: 282 } as const;
const FORK = 34;
const MIDDLE = 196;

const layouts: Partial<Record<Placement, Layout>> = {};

/** The whole drawing for one placement of the norms, made once. */
export const layoutOf = (norm: Placement): Layout => (layouts[norm] ??= build(norm));

// Heights are counted from the bottom up and turned at the end.
function build(norm: Placement): Layout {
  const encoder = new Column("encoder", norm);
  encoder.embed("Input");
  encoder.openFrame();
  encoder.sublayer(1, "attention", ["Multi-head", "attention"]);
  encoder.sublayer(2, "feed_forward", ["Feed", "forward"]);
  encoder.closeFrame();
  if (norm === "pre") encoder.finalNorm();

  const decoder = new Column("decoder", norm);
  decoder.embed("Output");
  decoder.openFrame();
  decoder.sublayer(1, "attention", ["Masked multi-", "head attention"]);
  decoder.sublayer(2, "cross_attention", ["Multi-head", "attention"], encoder);
  decoder.sublayer(3, "feed_forward", ["Feed", "forward"]);
  decoder.closeFrame();
  if (norm === "pre") decoder.finalNorm();
  decoder.predict();

  const height = decoder.top + 44;
  return turned([encoder, decoder], height);
}

// One of the two stacks, built upwards.
class Column {
  readonly x: number;
  readonly boxes: Box[] = [];
  readonly wires: Wire[] = [];
  frame: [number, number] = [0, 0];
  /** The height that is reached, and the tensor that comes out there. */
  top = 40;
  #tensor = "";
  #prefix: string;
  #outer: -1 | 1;

  constructor(
    readonly side: Side,
    readonly norm: Placement,
  ) {
    this.x = CENTRES[side];
    this.#prefix = `${side}.layers.0.`;
    this.#outer = side === "encoder" ? -1 : 1;
  }

  get tensor(): string {
    return this.#tensor;
  }

  embed(what: string): void {
    const at = (name: string) => `${this.side}.embedding.${name}`;
    this.#box("embedding", "embedding", [what, "embedding"], BOX.tall, ["embedding.tokens"]);
    this.#straight("embedded", "embedding.tokens", 16);
    const y = this.top + 10;
    const aside = this.x + this.#outer * 34;
    this.#round("position", "position", aside, y, [at("sinusoids")]);
    this.#round("add_position", "add", this.x, y, [at("output")]);
    this.#wire("position_wire", `M${aside - this.#outer * 11} ${y}H${this.x + this.#outer * 11}`, at("sinusoids"));
    this.top = y + 10;
    this.#tensor = at("output");
  }

  openFrame(): void {
    this.frame[0] = this.top + 8;
  }

  closeFrame(): void {
    this.frame[1] = this.top + 8;
  }

  /** f with its residual connection, and the norm after the sum or before f. */
  sublayer(number: number, f: string, label: readonly string[], memory?: Column): void {
    const input = this.#tensor;
    const norm = `${this.#prefix}norm_${number}.`;
    const ofNorm = ["output", "mean", "inverse_deviation", "gamma", "beta"].map((name) => norm + name);
    const sum = `${this.#prefix}residual_${number}`;
    const start = this.top + 14;
    if (this.norm === "pre") {
      this.#straight(`into_norm_${number}`, input, 26);
      this.#box(`norm_${number}`, "norm", ["Norm"], BOX.low, ofNorm);
    }
    const inside = this.norm === "pre" ? ofNorm[0]! : input;
    if (f === "feed_forward") this.#feedForward(inside, label);
    else this.#attention(f, label, memory);
    const result = `${this.#prefix}${f}.output`;
    this.#straight(`out_of_${f}`, result, this.norm === "pre" ? 12 : 10);
    if (this.norm === "post") this.#box(`norm_${number}`, "norm", ["Add & norm"], BOX.low, [...ofNorm, sum]);
    else this.#round(`add_${number}`, "add", this.x, this.top + 10, [sum]);
    const last = this.boxes.at(-1)!;
    const edge = last.x + (this.#outer * last.width) / 2;
    const side = this.x + this.#outer * (BOX.width / 2 + 10);
    this.#wire(`residual_${number}`, `M${this.x} ${start}H${side}V${last.y}H${edge}`, input);
    this.top = last.y + last.height / 2;
    this.#tensor = this.norm === "post" ? ofNorm[0]! : sum;
  }

  finalNorm(): void {
    this.#straight("into_norm_final", this.#tensor, 22);
    const names = ["output", "mean", "inverse_deviation", "gamma", "beta"];
    this.#box(
      "norm_final",
      "norm",
      ["Norm"],
      BOX.low,
      names.map((name) => `${this.side}.norm_final.${name}`),
    );
    this.#tensor = `${this.side}.norm_final.output`;
  }

  predict(): void {
    this.#straight("into_linear", this.#tensor, 24);
    this.#box("linear", "linear", ["Linear"], BOX.low, [`${this.side}.logits`, "embedding.tokens"]);
    this.#straight("logits", `${this.side}.logits`, 14);
    this.#box("softmax", "softmax", ["Softmax"], BOX.low, [`${this.side}.probs`, `${this.side}.losses`]);
    this.#straight("probs", `${this.side}.probs`, 16);
  }

  // Q, K and V come in from below: from one tensor, or keys and values from the other column.
  #attention(f: string, label: readonly string[], memory: Column | undefined): void {
    const at = (name: string) => `${this.#prefix}${f}.${name}`;
    const low = this.top;
    const split = low + 18;
    const end = split + 20;
    const x = { value: this.x - FORK, key: this.x, query: this.x + FORK };
    if (memory) {
      const over = memory.top + 16;
      const from = `M${memory.x} ${memory.top}V${over}H${MIDDLE}V${split}`;
      this.#wire(`${f}.v`, `${from}H${x.value}V${end}`, at("v"), "value");
      this.#wire(`${f}.k`, `${from}H${x.key}V${end}`, at("k"), "key");
      this.#wire(`${f}.q`, `M${this.x} ${low}V${split - 8}H${x.query}V${end}`, at("q"), "query");
    } else {
      const from = `M${this.x} ${low}V${split}`;
      this.#wire(`${f}.v`, `${from}H${x.value}V${end}`, at("v"), "value");
      this.#wire(`${f}.k`, `${from}V${end}`, at("k"), "key");
      this.#wire(`${f}.q`, `${from}H${x.query}V${end}`, at("q"), "query");
    }
    this.top = end;
    const tensors = ["weights", "scores", "q", "k", "v", "mixed", "output"].map(at);
    this.#box(f, "attention", label, BOX.tall, tensors);
  }

  #feedForward(input: string, label: readonly string[]): void {
    this.#straight("into_feed_forward", input, 26);
    const tensors = ["output", "hidden", "activated"].map((name) => `${this.#prefix}feed_forward.${name}`);
    this.#box("feed_forward", "feed_forward", label, BOX.tall, tensors);
  }

  #box(id: string, kind: Box["kind"], label: readonly string[], height: number, tensors: readonly string[]): void {
    const y = this.top + height / 2;
    this.boxes.push({
      id: this.#id(id),
      kind,
      side: this.side,
      label,
      x: this.x,
      y,
      width: BOX.width,
      height,
      tensors,
    });
    this.top += height;
  }

  #round(id: string, kind: Box["kind"], x: number, y: number, tensors: readonly string[]): void {
    this.boxes.push({ id: this.#id(id), kind, side: this.side, label: [], x, y, width: 20, height: 20, tensors });
  }

  #straight(id: string, tensor: string, length: number): void {
    this.#wire(id, `M${this.x} ${this.top}V${this.top + length}`, tensor);
    this.top += length;
  }

  #wire(id: string, path: string, tensor: string, idea?: Wire["idea"]): void {
    this.wires.push({ id: this.#id(id), side: this.side, path, tensors: [tensor], ...(idea && { idea }) });
  }

  #id(id: string): string {
    return `${this.side}.${id}`;
  }
}

// From heights above the bottom to distances from the top, as SVG has them.
function turned(columns: readonly [Column, Column], height: number): Layout {
  const flip = (y: number) => height - y;
  const turnPath = (path: string) =>
    path
      .replace(/V([\d.]+)/g, (_, y) => `V${flip(Number(y))}`)
      .replace(/M([\d.]+) ([\d.]+)/g, (_, x, y) => `M${x} ${flip(Number(y))}`);
  const half = BOX.width / 2 + 18;
  const of = <T>(make: (column: Column) => T) =>
    Object.fromEntries(columns.map((column) => [column.side, make(column)])) as Record<Side, T>;
  return {
    width: WIDTH,
    height,
    boxes: columns.flatMap(({ boxes }) => boxes.map((box) => ({ ...box, y: flip(box.y) }))),
    wires: columns.flatMap(({ wires }) => wires.map((wire) => ({ ...wire, path: turnPath(wire.path) }))),
    frames: of(({ x, frame }) => [x - half, flip(frame[1]), 2 * half, frame[1] - frame[0]] as const),
    columns: of(({ x, top }) => ({ x, bottom: flip(22), top: flip(top) })),
  };
}
