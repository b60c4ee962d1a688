/** The tenant and its custom domain: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const tenant = area({ routes, changes: ['tenant-updated', 'domain-updated'], about: 'brand and domain', acts: { checkDomain: 'Checked a domain' } });
