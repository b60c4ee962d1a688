/** The purchase of numbers. */
export type { InternalEvent, PurchaseContext, PurchaseInput, UserEvent } from './events.ts';
export { machine, type PurchaseSnapshot } from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { computeCost, countMissing, getPurchaseKey, type PurchaseOrder } from './setup.ts';
/** The flow's name: `data-flow`, the file of its diagram, the key in `flows`. */
export const flowId = 'numberPurchase';
