/** Buying numbers. */
export { createPurchaseServices } from './services.ts';
