/** The elements as programs see them. */
import type { Tensor } from "../engine/experiment.js";

/** The state of a figure, as its attributes spell it. */
export type FigureState = Record<string, string>;

/** What every figure of this library has. Fires `attn-change` (bubbling, composed, `detail` = its state). */
export interface FigureElement extends HTMLElement {
  /** Resolves after the first picture, which is drawn when the figure comes into view; rejects if there is none. */
  readonly ready: Promise<void>;
  /** The state, as attribute names and values. */
  state(): FigureState;
  /** The tensors shown, by their names in the core. */
  numbers(): Record<string, Tensor>;
}

/** The tokens of a lookup, with their vectors, or with inputs [n, d_model] and the projections [out, in] that make them. */
export type LookupData =
  | { tokens: string[]; q: number[][]; k: number[][]; v: number[][] }
  | { tokens: string[]; x: number[][]; w_q: number[][]; w_k: number[][]; w_v: number[][] };

/** `<attn-soft-lookup>`, Figure 1. */
export interface SoftLookupElement extends FigureElement {
  /** A token, or `#4` for the fourth one. */
  query: string | undefined;
  /** From 0 to Infinity. Default 1. */
  temperature: number;
  /** The numbers, or the same as JSON. Default: an example. */
  data: LookupData | string | undefined;
}

/** `<attn-next-token>`, Figure 10. */
export interface NextTokenElement extends FigureElement {
  /** 2 to 97 of the characters that the models are trained on. Default: a sentence. */
  text: string | undefined;
  /** From 1: the character that the model has seen last. */
  position: number | string | undefined;
  /** Which of both models is looked at. Default "causal". */
  mask: "causal" | "none" | undefined;
  /** When the training stops by itself. Default 600. */
  steps: number | string | undefined;
  /** Of the weights and of the order of the examples. Default 7. */
  seed: number | string | undefined;
}

/** `<attn-transformer>`, Figure 6. */
export interface TransformerElement extends FigureElement {
  /** What is reversed: 3 to 8 letters. Default "attend". */
  word: string | undefined;
  /** Norm after the sum, as in 2017, or before each box. Default "post". */
  norm: "post" | "pre" | undefined;
  /** The box or wire that is open. Default "decoder.cross_attention". */
  open: string | undefined;
  /** The last part of the name of the tensor that is shown of it. Default: its first. */
  tensor: string | undefined;
  /** The token that is followed: e1 to e8 of the encoder, d1 to d9 of the decoder. Default "d2". */
  token: string | undefined;
  /** When the training stops by itself. Default 1500. */
  steps: number | string | undefined;
  /** Of weights and words. Default 1. */
  seed: number | string | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "attn-soft-lookup": SoftLookupElement;
    "attn-next-token": NextTokenElement;
    "attn-transformer": TransformerElement;
  }
}
