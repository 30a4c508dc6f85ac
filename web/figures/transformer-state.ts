import { invalid, wholeNumber } from "./attributes.js";
import { layoutOf, type Placement, type Side } from "./transformer-layout.js";
import type { FigureState } from "./types.js";

export const LONGEST = 8;
const SHORTEST = 3;

/** The state of Figure 6, checked. */
export interface TransformerState {
  /** What the encoder reads. */
  word: string;
  norm: Placement;
  /** The box or wire that is open, e.g. `decoder.cross_attention`. */
  open: string;
  /** The last part of the name of the tensor that is shown of it, if not the first. */
  tensor: string | undefined;
  /** The token that is followed: a letter that the encoder reads, or one that the decoder does. */
  token: { side: Side; index: number };
  steps: number;
  seed: number;
}

export const defaults: TransformerState = {
  word: "attend",
  norm: "post",
  open: "decoder.cross_attention",
  tensor: undefined,
  token: { side: "decoder", index: 1 },
  steps: 1500,
  seed: 1,
};

/** The state that attributes give; throws a sentence on the first that cannot be. */
export function readState(attributes: FigureState): TransformerState {
  const { word = defaults.word, norm = defaults.norm, open = defaults.open } = attributes;
  const fault = wordFault(word);
  if (fault) throw invalid(fault);
  if (norm !== "post" && norm !== "pre") throw invalid(`norm ("${norm}") must be post or pre`);
  return {
    word,
    norm,
    open: openIn(norm, open),
    tensor: attributes.tensor,
    token: readToken(attributes.token ?? "d2", word),
    steps: wholeNumber("steps", attributes.steps, 1, 20_000, defaults.steps),
    seed: wholeNumber("seed", attributes.seed, 0, 2 ** 30, defaults.seed),
  };
}

/** What is wrong with a word, in a sentence, or "". */
export function wordFault(word: string): string {
  if (/^[a-z]*$/.test(word) && word.length >= SHORTEST && word.length <= LONGEST) return "";
  return `word ("${word}") must be ${SHORTEST} to ${LONGEST} letters from a to z`;
}

/** `e2` for the encoder's second token, `d1` for the decoder's first. */
export const tokenText = ({ side, index }: TransformerState["token"]) => `${side[0]}${index + 1}`;

// What is open in one placement of the norms may not be there in the other.
function openIn(norm: Placement, open: string): string {
  const has = (placement: Placement) => {
    const { boxes, wires } = layoutOf(placement);
    return [...boxes, ...wires].some(({ id }) => id === open);
  };
  if (has(norm)) return open;
  if (has(norm === "post" ? "pre" : "post")) return defaults.open;
  throw invalid(`open ("${open}") must be a box or a wire, such as ${defaults.open}`);
}

function readToken(text: string, word: string): TransformerState["token"] {
  const [, side, number] = /^([ed])(\d)$/.exec(text) ?? [];
  const index = Number(number) - 1;
  // A decoder reads no further than the word: behind it its last token is followed.
  if (index >= 0 && index < (side === "e" ? LONGEST : LONGEST + 1))
    return side === "e" ? { side: "encoder", index } : { side: "decoder", index: Math.min(index, word.length) };
  throw invalid(`token ("${text}") must be e1 to e${LONGEST} or d1 to d${LONGEST + 1}`);
}
