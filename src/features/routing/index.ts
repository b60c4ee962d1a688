/** How numbers ring: the editor, the simulator and services. */
export { routingPanes } from './panes.ts';
export { createRoutingServices, listenToRoutings } from './services.ts';
