/** The tenant: scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { TenantTypes } from './types.ts';

export const tenant: AreaShape<TenantTypes> = {
  rows: {},
  scopes: {
    tenant: { priority: 30, unavailable: ['Go to Brand first', 'go.tenant'] },
    emailSender: {
      priority: 30,
      unavailable: ['Go to Email sender first', 'go.emailSender'],
      hints: [
        ['sender.start', 'start verification'],
        ['sender.copy', 'copy'],
        ['sender.look', 'check again'],
        ['sender.remove', 'remove'],
      ],
    },
    customDomain: {
      priority: 30,
      unavailable: ['Go to Custom domain first', 'go.customDomain'],
      hints: [
        ['domain.claim', 'claim'],
        ['domain.copy', 'copy'],
        ['domain.look', 'check again'],
        ['domain.sync', 'use domain'],
        ['go.tenant', 'brand'],
      ],
    },
  },
  context: {},
};
