/** The status of a person: calls ring for them in the app, or not. */
export * from './machine.ts';
