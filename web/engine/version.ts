/** The version of the package; the build fills it in from package.json. */
export const version: string = __VERSION__;

declare const __VERSION__: string;
