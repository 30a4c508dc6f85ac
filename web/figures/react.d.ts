/** Types of the elements for React 19: `import "attention-figures/react"` once, anywhere. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";

import type { FigureState, LookupData, NextTokenElement, SoftLookupElement, TransformerElement } from "./types.js";

type Props<E> = DetailedHTMLProps<HTMLAttributes<E>, E> & {
  "onattn-change"?: (event: CustomEvent<FigureState>) => void;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "attn-soft-lookup": Props<SoftLookupElement> & {
        query?: string;
        temperature?: number | string;
        data?: LookupData | string;
      };
      "attn-next-token": Props<NextTokenElement> & {
        text?: string;
        position?: number | string;
        mask?: "causal" | "none";
        steps?: number | string;
        seed?: number | string;
      };
      "attn-transformer": Props<TransformerElement> & {
        word?: string;
        norm?: "post" | "pre";
        open?: string;
        tensor?: string;
        token?: string;
        steps?: number | string;
        seed?: number | string;
      };
    }
  }
}
