import { describe, expect, test } from 'vitest';
import {
  hasPermission,
  isPermission,
  listPermissions,
  listRolesWith,
  organizationPermissions,
  type Permission,
  permissions,
  type Role,
  roles,
} from '#contract/core/permissions.ts';

const all = Object.keys(permissions) as Permission[];
/** Money is the owner's and the bill payer's: an administrator neither sees nor changes it. */
const isMoney = (permission: Permission) => permission.startsWith('billing.') || permission.startsWith('subscription.');
const within = (less: Role, more: Role) =>
  listPermissions(less).filter((permission) => !hasPermission(more, permission) && !(more === 'administrator' && isMoney(permission)));

describe('who may do what', () => {
  test('the owner may do everything', () => {
    expect(listPermissions('owner')).toEqual(all);
  });

  test.each([
    ['user', 'administrator'],
    ['reporting', 'administrator'],
    ['billing', 'administrator'],
    ['administrator', 'owner'],
  ] as const)('what a %s may, a %s may too', (less, more) => {
    expect(within(less, more)).toEqual([]);
  });

  test('those who only look change nothing', () => {
    // All roles may ask for help; a favorite report is its saver's own.
    const looks = (permission: Permission) => permission.endsWith('.read') || permission === 'support.write' || permission === 'reports.save';
    expect(listPermissions('reporting').filter((permission) => !looks(permission))).toEqual([]);
    expect(listPermissions('billing').filter((permission) => !looks(permission))).toEqual(['billing.manage']);
  });

  test('who pays the bills reads nobody’s messages', () => {
    expect(listPermissions('billing')).toEqual(['company.read', 'numbers.read', 'registration.read', 'support.write', 'billing.read', 'billing.manage']);
  });

  test('what cannot be undone by a user, or is the company’s, is not a user’s', () => {
    expect(all.filter((permission) => !hasPermission('user', permission))).toEqual([
      'company.update',
      'notes.manage',
      'contacts.delete',
      'contacts.import',
      'campaigns.send',
      'numbers.write',
      'numbers.buy',
      'registration.read',
      'registration.write',
      'customFields.write',
      'attributes.bulk',
      'numbers.route',
      'calling.limits',
      'analytics.read',
      'reports.save',
      'exports.read',
      'users.manage',
      'audit.read',
      'billing.read',
      'billing.manage',
      'subscription.manage',
      'tenant.manage',
      'domain.manage',
      'dni.read',
      'dni.write',
      'integrations.read',
      'integrations.manage',
      'webhooks.manage',
      'apiKeys.manage',
    ]);
  });

  test('money is the owner’s and the bill payer’s, the subscription the owner’s alone', () => {
    expect(listRolesWith('billing.read')).toEqual(['owner', 'billing']);
    expect(listRolesWith('billing.manage')).toEqual(['owner', 'billing']);
    expect(listRolesWith('subscription.manage')).toEqual(['owner']);
  });

  test('whoever may change a thing may see it', () => {
    const needs: Partial<Record<Permission, Permission>> = {
      'company.update': 'company.read',
      'conversations.work': 'conversations.read',
      'messages.send': 'conversations.read',
      'notes.write': 'conversations.read',
      'notes.manage': 'conversations.read',
      'users.manage': 'users.read',
      'contacts.write': 'contacts.read',
      'contacts.delete': 'contacts.read',
      'contacts.import': 'contacts.read',
      'blocks.write': 'blocks.read',
      'numbers.write': 'numbers.read',
      'numbers.buy': 'numbers.read',
      'registration.write': 'registration.read',
      'customFields.write': 'numbers.read',
      'customFields.set': 'numbers.read',
      'attributes.bulk': 'numbers.read',
      'calls.qualify': 'activity.read',
      'numbers.route': 'numbers.read',
      'calling.limits': 'numbers.read',
      'notifications.manage': 'conversations.read',
      'billing.manage': 'billing.read',
      'subscription.manage': 'billing.read',
      'dni.write': 'dni.read',
      'integrations.manage': 'integrations.read',
    };
    for (const role of roles)
      for (const [change, see] of Object.entries(needs))
        if (hasPermission(role, change as Permission)) expect([role, hasPermission(role, see)]).toEqual([role, true]);
  });

  test('the three ways to ask agree', () => {
    for (const role of roles) {
      for (const permission of all) {
        expect(listPermissions(role).includes(permission)).toBe(hasPermission(role, permission));
        expect(listRolesWith(permission).includes(role)).toBe(hasPermission(role, permission));
      }
    }
  });

  test('every permission has words that follow “You don’t have permission to …”', () => {
    for (const words of [...Object.values(permissions), ...Object.values(organizationPermissions)]) expect(words).toMatch(/^[a-z]([a-z ]|\b(?:API|DNI)\b)+$/);
  });

  test('only permissions of a company are told as such', () => {
    for (const permission of all) expect(isPermission(permission)).toBe(true);
    for (const other of ['public', 'mfa', 'session', 'staff', 'organization.read', 'toString', '__proto__']) expect(isPermission(other)).toBe(false);
  });
});
