import type { TemplateResult } from "lit";

import { either } from "../draw/either.js";
import type { Progress } from "./training.js";

interface OriginTexts {
  trained: (steps: number, seed: number) => string;
  untrained: (seed: number) => string;
}

/** Where a model's weights come from: the sentence that is true now, in the room of the longer one. */
export function origin(texts: OriginTexts, { step, steps }: Progress, seed: number): TemplateResult {
  const [trained, untrained] = [texts.trained(step || steps, seed), texts.untrained(seed)];
  return step > 0 ? either(trained, untrained) : either(untrained, trained);
}
