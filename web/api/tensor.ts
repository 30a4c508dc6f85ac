import { invalid, shown } from "../engine/error.js";
import { isNumeric, type Tensor } from "../engine/experiment.js";

export { invalid, shown };

/**
 * What functions take: a tensor (data of any numeric array type), or nested arrays with rows of equal length.
 */
export type TensorLike =
  | { data: ArrayLike<number>; shape: readonly number[] }
  | readonly number[]
  | readonly (readonly number[])[]
  | readonly (readonly (readonly number[])[])[];

/** An array that holds itself has axes without end. */
const MOST_AXES = 8;

/** `value` as a tensor with `axes` axes (any number of them if it is left out); `name` is for the sentences. */
export function toTensor(name: string, value: TensorLike, axes?: number): Tensor {
  const tensor = Array.isArray(value)
    ? fromArrays(name, value)
    : fromData(name, value as { data: ArrayLike<number>; shape: number[] });
  if (axes !== undefined && tensor.shape.length !== axes) {
    throw invalid(`${name} (shape ${shapeText(tensor.shape)}) must have ${axes} ${axes === 1 ? "axis" : "axes"}`);
  }
  return tensor;
}

/** `[2, 3]`, as shapes are written in sentences. */
export const shapeText = (shape: readonly number[]) => `[${shape.join(", ")}]`;

function fromData(name: string, value: { data: ArrayLike<number>; shape: number[] }): Tensor {
  const { data, shape } = value ?? {};
  if (!(isNumeric(data) || Array.isArray(data)) || !Array.isArray(shape)) {
    throw invalid(`${name} (${shown(value)}) must be nested arrays of numbers or { data, shape }`);
  }
  if (shape.length === 0 || !shape.every((extent) => Number.isSafeInteger(extent) && extent > 0)) {
    throw invalid(`${name}.shape (${shapeText(shape)}) must be whole numbers from 1`);
  }
  const size = shape.reduce((product, extent) => product * extent, 1);
  if (data.length !== size) {
    throw invalid(`${name}.data (${data.length} numbers) must have ${size}, for its shape is ${shapeText(shape)}`);
  }
  if (Array.isArray(data)) return { ...fromArrays(`${name}.data`, data), shape };
  return { data: data instanceof Float32Array ? data : Float32Array.from(data), shape };
}

function fromArrays(name: string, value: readonly unknown[]): Tensor {
  const shape: number[] = [];
  for (let level: unknown = value; Array.isArray(level); level = level[0]) {
    if (shape.push(level.length) > MOST_AXES) throw invalid(`${name} must have at most ${MOST_AXES} axes`);
  }
  const data = new Float32Array(shape.reduce((product, extent) => product * extent, 1));
  const at: number[] = []; // Where `fill` is, as in q[1][2].
  const refuse = (what: string) => invalid(`${name}${at.map((i) => `[${i}]`).join("")} ${what}`);
  let next = 0;
  const fill = (level: unknown): void => {
    const axis = at.length;
    if (axis === shape.length) {
      if (typeof level !== "number") throw refuse(`(${shown(level)}) must be a number`);
      data[next++] = level;
      return;
    }
    if (!Array.isArray(level)) throw refuse(`(${shown(level)}) must be an array`);
    if (level.length === 0) throw refuse("(an empty array) must have at least one entry");
    if (level.length !== shape[axis]) {
      throw refuse(
        `has ${level.length} entries where its predecessors have ${shape[axis]}: all rows must be equally long`,
      );
    }
    for (let i = 0; i < level.length; i++) {
      at[axis] = i;
      fill(level[i]);
    }
    at.length = axis;
  };
  fill(value);
  return { data, shape };
}

/** Refuses options that `name` does not have. */
export function refuseUnknown(name: string, input: object, known: string[]): void {
  if (typeof input !== "object" || input === null)
    throw invalid(`${name} (${shown(input)}) takes an object with ${known.join(", ")}`);
  for (const key of Object.keys(input)) {
    if (!known.includes(key)) throw invalid(`${name} has no option "${key}"; it has ${known.join(", ")}`);
  }
}

/** `value`, which must be a number. */
export function number(name: string, value: unknown): number {
  if (typeof value !== "number") throw invalid(`${name} (${shown(value)}) must be a number`);
  return value;
}

/** Refuses `shape` unless it is `wanted`, which the sentence calls `what`, that of `other`. */
export function checkShape(name: string, shape: number[], wanted: number[], what: string, other: number[]): void {
  if (shape.every((extent, axis) => extent === wanted[axis])) return;
  throw invalid(`${name} (shape ${shapeText(shape)}) must have ${what} (shape ${shapeText(other)})`);
}
