/** The palette flow. */
export { machine, type PaletteSnapshot, prefixes, type QueryScope, splitQuery } from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export {
  type ArgRef,
  type ChosenArg,
  type CommandRef,
  getRequestedArg,
  type InternalEvent,
  type PaletteContext,
  type PaletteRun,
  type Review,
  type UserEvent,
} from './setup.ts';
/** The flow's name: `data-flow`, the file of its diagram, the key in `flows`. */
export const flowId = 'palette';
