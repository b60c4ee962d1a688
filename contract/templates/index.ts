/** Number templates: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const templates = area({ routes, changes: ['template-updated'], about: 'number templates', acts: { preview: 'Checked a number template' } });
