/** Numbers on the marketplace: the list and services. */
export { marketplacePanes } from './panes.ts';
export { createMarketplaceServices, listenToMarketplace } from './services.ts';
