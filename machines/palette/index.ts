/** The palette flow. */
export { machine, type PaletteSnapshot, prefixes, type Scope, splitQuery } from './machine.ts';
export { reasons, userEvents, why } from './reasons.ts';
export { type ArgRef, askedFor, type CommandRef, type Given, type InternalEvent, type PaletteContext, type Review, type Run, type UserEvent } from './setup.ts';
/** The flow's name: `data-flow`, the file of its diagram, the key in `flows`. */
export const flowId = 'palette';
