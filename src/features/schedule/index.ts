/** Schedules: services; the pane comes when it is opened. */
export { schedulePanes } from './panes.ts';
export { createScheduleServices, listenToSchedules } from './services.ts';
