/** Whether calls ring for a person in the app. */
export * from './machine.ts';
