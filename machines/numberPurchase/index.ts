/** The purchase of numbers. */
export type { InternalEvent, PurchaseContext, PurchaseInput, UserEvent } from './events.ts';
export { machine, type PurchaseSnapshot } from './machine.ts';
export { reasons, userEvents, why } from './reasons.ts';
export { costOf, keyOf, missingQuantity as lackingOf, type Order } from './setup.ts';
/** The flow's name: `data-flow`, the file of its diagram, the key in `flows`. */
export const flowId = 'numberPurchase';
