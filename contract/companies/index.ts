/** Companies: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const companies = area({ routes, changes: ['company-updated'], about: 'the company', acts: { slim: 'Read the list of companies' } });
