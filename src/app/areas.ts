/** The areas of the app: one line each. */

export { activity } from '../features/activity/index.ts';
export { auth } from '../features/auth/index.ts';
export { blocks } from '../features/blocks/index.ts';
export { calling } from '../features/calling/index.ts';
export { calls } from '../features/calls/index.ts';
export { companies } from '../features/companies/index.ts';
export { contacts } from '../features/contacts/index.ts';
export { conversations } from '../features/conversations/index.ts';
export { exports } from '../features/exports/index.ts';
export { forwards } from '../features/forwards/index.ts';
export { greetings } from '../features/greetings/index.ts';
export { keyline } from '../features/keyline/index.ts';
export { log } from '../features/log/index.ts';
export { lookups } from '../features/lookups/index.ts';
export { marketplace } from '../features/marketplace/index.ts';
export { me } from '../features/me/index.ts';
export { notices } from '../features/notices/index.ts';
export { numbers } from '../features/numbers/index.ts';
export { porting } from '../features/porting/index.ts';
export { purchase } from '../features/purchase/index.ts';
export { routing } from '../features/routing/index.ts';
export { sandbox } from '../features/sandbox/index.ts';
export { schedule } from '../features/schedule/index.ts';
export { search } from '../features/search/index.ts';
export { tags } from '../features/tags/index.ts';
export { templates } from '../features/templates/index.ts';
