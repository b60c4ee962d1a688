/** Numbers on the marketplace: the list and services. */
export { createMarketplaceServices, listenToMarketplace } from './services.ts';
