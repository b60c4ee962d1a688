/** The areas whose commands the inbox is worked with: they come with the first key. One line each; all others are in `laterAreas.ts`. Their order in the palette is their `rank`. */

export { auth } from './auth/index.ts';
export { companies } from './companies/index.ts';
export { contacts } from './contacts/index.ts';
export { conversations } from './conversations/index.ts';
export { keyline } from './keyline/index.ts';
export { list } from './list/index.ts';
export { messaging } from './messaging/index.ts';
export { notes } from './notes/index.ts';
export { notices } from './notices/index.ts';
export { palette } from './palette/index.ts';
export { savedViews } from './savedViews/index.ts';
export { search } from './search/index.ts';
export { tags } from './tags/index.ts';
export { workspace } from './workspace/index.ts';
