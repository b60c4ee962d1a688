/** A call that a person makes from the app. */
export * from './machine.ts';
