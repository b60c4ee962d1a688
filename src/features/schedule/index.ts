/** Schedules: services; the pane comes when it is opened. */
export { createScheduleServices, listenToSchedules } from './services.ts';
