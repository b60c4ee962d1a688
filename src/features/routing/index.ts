/** How numbers ring: the editor, the simulator and services. */
export { createRoutingServices, listenToRoutings } from './services.ts';
