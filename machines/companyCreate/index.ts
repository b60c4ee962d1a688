/** Creating a company. */
export * from './events.ts';
export * from './machine.ts';
export { getReason, reasons, userEvents } from './reasons.ts';
export { type CreationOrder, listPlans, type NewCompany } from './setup.ts';
