/** The activity list and its services. */
export { activityPanes } from './panes.ts';
export { createActivityServices } from './services.ts';
