/** A call that rings in the app. */
export * from './machine.ts';
