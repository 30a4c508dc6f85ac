/** Filled in by the build: kernels.wasm, gzipped, in base 64. */
declare module "virtual:kernels" {
  export const kernels: string;
}
