/**
 * What the elements' files need of a DOM while they are imported, where there is none (Node, a server that renders):
 * the build puts these in the place of the globals. Nothing is registered there.
 */
const { HTMLElement = class {}, document = { createTreeWalker: () => ({}) } } = globalThis as Partial<
  typeof globalThis
>;

export { document, HTMLElement };
