/** Port-in requests: rows and scopes, as the rest of the app knows them. */
import { displayPhone } from '#contract/text/phone.ts';
import type { AreaShape } from '../core/shape.ts';
import type { PortingTypes } from './types.ts';

export const porting: AreaShape<PortingTypes> = {
  rows: {
    port: { nouns: ['port-in request', 'port-in requests'], getName: ({ numbers }) => displayPhone(numbers[0]?.number ?? '') },
  },
  scopes: {
    ports: {
      priority: 30,
      unavailable: ['Go to Port-in requests first', 'go.ports'],
      hints: [
        ['list.open', 'open'],
        ['porting.begin', 'port in'],
      ],
    },
    port: { priority: 30, unavailable: ['Open a port-in request first', 'go.ports'] },
    portForm: {
      priority: 40,
      unavailable: ['Start a port-in request first', 'porting.begin'],
      hints: [
        ['porting.check', 'check portability'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: {},
};
