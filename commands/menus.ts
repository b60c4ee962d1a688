/** The menus of the areas' rows: one line each. Loaded with the palette, and with the first selection. */

export { activity } from './activity/menus.ts';
export { blocks } from './blocks/menus.ts';
export { calling } from './calling/menus.ts';
export { calls } from './calls/menus.ts';
export { companies } from './companies/menus.ts';
export { contactImports } from './contactImports/menus.ts';
export { contactLabels } from './contactLabels/menus.ts';
export { contacts } from './contacts/menus.ts';
export { conversations } from './conversations/menus.ts';
export { customFields } from './customFields/menus.ts';
export { forwards } from './forwards/menus.ts';
export { greetings } from './greetings/menus.ts';
export { groups } from './groups/menus.ts';
export { log } from './log/menus.ts';
export { marketplace } from './marketplace/menus.ts';
export { messaging } from './messaging/menus.ts';
export { notices } from './notices/menus.ts';
export { numbers } from './numbers/menus.ts';
export { porting } from './porting/menus.ts';
export { purchase } from './purchase/menus.ts';
export { tags } from './tags/menus.ts';
export { templates } from './templates/menus.ts';
