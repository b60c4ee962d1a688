/** Imports of contacts: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const contactImports = area({ routes, changes: ['import-updated'], about: 'contact imports', acts: { check: 'Checked contact imports' } });
