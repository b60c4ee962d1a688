/** Buying numbers. */
export { purchasePanes } from './panes.ts';
export { createPurchaseServices } from './services.ts';
