import { fixed } from "../../draw/number.js";
import type { Progress } from "../training.js";

/** What all trainings say. */
export const texts = {
  train: "Train",
  pause: "Pause",
  restart: "Start again",
  label: "Steps of training done",
  progress: ({ step, steps, stepsPerSecond, remainingMs }: Progress) =>
    `${step} of ${steps} steps` +
    (stepsPerSecond === undefined
      ? ""
      : `, ${fixed(stepsPerSecond, 0)} a second, ${fixed((remainingMs ?? 0) / 1000, 0)} s left`),
};
