/** Addresses of lists, by the view each leads: one line each. */

export { address as activity } from '../features/activity/viewAddress.ts';
export { address as dashboard } from '../features/analytics/viewAddress.ts';
export { address as blocks } from '../features/blocks/viewAddress.ts';
export { address as calls } from '../features/calls/viewAddress.ts';
export { address as contacts } from '../features/contacts/viewAddress.ts';
export { address as inbox } from '../features/conversations/viewAddress.ts';
export { address as marketplace } from '../features/marketplace/viewAddress.ts';
export { address as numbers } from '../features/numbers/viewAddress.ts';
