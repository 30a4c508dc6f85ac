import { fixed } from "../../draw/number.js";

/** What Figure 6 says. */
export const texts = {
  word: "Word to reverse",
  norm: "Norm",
  placements: { post: "post-norm", pre: "pre-norm" },
  drawingLabel: "The transformer: boxes and wires, each of which can be opened. Arrow keys go from one to the next.",
  sides: { encoder: "Encoder", decoder: "Decoder" },
  positional: ["positional", "encoding"],
  output: "Output",
  openedLabel: "What is open",
  tensor: "Tensor",
  head: (head: number) => `head ${head + 1}`,
  mapLabel: (name: string, map: number, n: number) =>
    `${name}${n > 1 ? `, head ${map + 1} of ${n}` : ""}: blue below zero, vermillion above; numbers below`,
  allNumbers: "All numbers",
  values: "values",
  ofToken: (token: string, side: "encoder" | "decoder") => `The ${side}'s token ${token}, outlined:`,
  notOfToken: (token: string) => `The token ${token} does not pass here.`,
  followed: { encoder: "Follow a token of the encoder", decoder: "or of the decoder" },
  back: "↓ Back",
  on: "Next box ↑",
  stop: (stop: number, n: number) => `box ${stop} of ${n} on its way`,
  offPath: "not on its way",
  readouts: {
    right: "letters right",
    of: (right: number, n: number) => `${right} of ${n}`,
    loss: "mean loss",
    guess: "guessing among 28 tokens: ln 28",
    nats: (loss: number) => `${fixed(loss)} nats`,
  },
  nameOf: ({ id, label }: { id: string; label?: readonly string[] }) => nameOf(id, label),
  about: ({ id }: { id: string }) => about(id),
  caption:
    "Press a box or a wire to open the tensor that passed there; follow a token from box to box. Train, and cross-attention " +
    "finds out that the first letter to be said is the last one that was read.",
  trained: (steps: number, seed: number) =>
    `The network was trained here, ${steps} steps of 16 random words (seed ${seed}); N is 1, d_model 32, with 4 heads.`,
  untrained: (seed: number) =>
    `The network is untrained: random weights, seed ${seed}; N is 1, d_model 32, with 4 heads.`,
  statusRunning: "Training. The picture follows.",
  status: (step: number, word: string, said: string, loss: string, open: string) =>
    `After ${step} steps, ${word} is reversed as ${said}, mean loss ${loss} nats. Open: ${open}.`,
};

const boxNames: Record<string, string> = {
  position: "Positional encoding",
  add_position: "Sum of embedding and position",
  residual: "Residual wire",
  norm_final: "Final norm",
  embedded: "Wire: rows of the embedding",
  position_wire: "Wire: positional encoding",
  into_feed_forward: "Wire into the feed-forward network",
  into_norm_final: "Wire into the final norm",
  into_linear: "Wire into the linear layer",
  logits: "Wire: logits",
  probs: "Wire: probabilities of the next letter",
};

function nameOf(id: string, label: readonly string[] | undefined): string {
  const [side = "", f = "", qkv] = id.split(".");
  if (label && label.length > 0) return `${label.join(" ")}, ${side}`;
  if (qkv) {
    const from = f === "cross_attention" && qkv !== "q" ? "the encoder's output" : `the ${side}'s tokens`;
    return `${qkv.toUpperCase()}, ${{ q: "queries", k: "keys", v: "values" }[qkv]} from ${from}`;
  }
  const [, what, number] = /^(.*?)(?:_(\d))?$/.exec(f)!;
  const name =
    boxNames[f] ??
    boxNames[what!] ??
    { add: "Sum of residual wire and box", into_norm: "Wire into the norm" }[what!] ??
    "Wire";
  return `${name}${number ? ` ${number}` : ""}, ${side}`;
}

function about(id: string): string {
  const f = id.slice(id.indexOf(".") + 1);
  if (f === "embedding" || f === "embedded")
    return "x = √d_model · the token's row of one table, which unembeds as well.";
  if (f === "position" || f === "position_wire")
    return "sin and cos of the position, in wavelengths from 2π to 10000 · 2π.";
  if (f === "add_position") return "Each token's vector and its position's, added.";
  if (f === "feed_forward") return "output = w₂ · max(0, w₁ x + b₁) + b₂, for each token by itself.";
  if (f === "attention" || f === "cross_attention")
    return "weights = softmax(q·k / √d_k) per head; mixed = weights · v; output = w_o · mixed + b_o.";
  if (/attention\.[qkv]$/.test(f)) return "A projection of what comes in: w · x + b. Four heads share its columns.";
  if (/^norm/.test(f)) return "output = γ (x − mean) / √(variance + ε) + β, for each token.";
  if (/^add/.test(f)) return "What came along the residual wire, plus what the box made of it.";
  if (/^residual/.test(f)) return "What came in goes past the box and is added to what comes out.";
  if (f === "linear" || f === "logits")
    return "logits = x · the embedding's table, one for each token that could come next.";
  if (f === "softmax" || f === "probs") return "probs = softmax(logits); loss = −ln of the right token's probability.";
  return "What passes here.";
}
