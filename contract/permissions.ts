/** The one matrix role × permission. The spec leaves it open (1.6, 2.6); this is least privilege, as a table a person can read. */

/** Roles in a company (spec 1.6), from most to least. */
export const roles = ['owner', 'administrator', 'billing', 'reporting', 'user'] as const;
export type Role = (typeof roles)[number];

/** What each permission lets a person do, in words that follow "You may not …". */
export const permissions = {
  'company.read': 'see this company',
  'company.update': 'change this company',
  'conversations.read': 'read conversations',
  'conversations.work': 'work the inbox',
  'messages.send': 'send messages',
  'notes.write': 'write notes',
  'contacts.read': 'see contacts',
  'contacts.write': 'change contacts',
  'contacts.delete': 'delete contacts',
  'numbers.read': 'see numbers',
  'numbers.write': 'change numbers',
  'numbers.buy': 'buy and remove numbers',
  'customFields.write': 'change custom fields',
  'customFields.set': 'fill in custom fields',
  'blocks.read': 'see blocked callers',
  'blocks.write': 'block callers',
  'numbers.route': 'change how numbers ring',
  'calling.limits': 'change where calls may go and what they may cost',
  'activity.read': 'see the activity list',
  'analytics.read': 'see reports',
  'calls.qualify': 'mark leads and appointments',
  'exports.read': 'export calls and voicemails',
  'users.read': 'see the users of this company',
  'notifications.manage': 'change notifications',
} as const;
export type Permission = keyof typeof permissions;

/** Permissions in an organization (a business unit, spec 2.1). */
export const organizationPermissions = {
  'organization.read': 'see this organization',
} as const;
export type OrganizationPermission = keyof typeof organizationPermissions;

const Y = true;
const n = false;

/** role × permission; a row per permission, a column per role in the order of `roles`. */
const matrix: Readonly<Record<Permission, readonly [owner: boolean, administrator: boolean, billing: boolean, reporting: boolean, user: boolean]>> = {
  //                       owner  admin  billing  reporting  user
  'company.read':          [Y,    Y,     Y,       Y,         Y],
  'company.update':        [Y,    Y,     n,       n,         n],
  'conversations.read':    [Y,    Y,     n,       Y,         Y],
  'conversations.work':    [Y,    Y,     n,       n,         Y],
  'messages.send':         [Y,    Y,     n,       n,         Y],
  'notes.write':           [Y,    Y,     n,       n,         Y],
  'contacts.read':         [Y,    Y,     n,       Y,         Y],
  'contacts.write':        [Y,    Y,     n,       n,         Y],
  'contacts.delete':       [Y,    Y,     n,       n,         n],
  'numbers.read':          [Y,    Y,     Y,       Y,         Y],
  'numbers.write':         [Y,    Y,     n,       n,         n],
  'numbers.buy':           [Y,    Y,     n,       n,         n],
  'customFields.write':    [Y,    Y,     n,       n,         n],
  'customFields.set':      [Y,    Y,     n,       n,         Y],
  'blocks.read':           [Y,    Y,     n,       Y,         Y],
  'blocks.write':          [Y,    Y,     n,       n,         Y],
  'numbers.route':         [Y,    Y,     n,       n,         n],
  'calling.limits':        [Y,    n,     n,       n,         n],
  'activity.read':         [Y,    Y,     n,       Y,         Y],
  'analytics.read':        [Y,    Y,     n,       Y,         n],
  'calls.qualify':         [Y,    Y,     n,       n,         Y],
  'exports.read':          [Y,    Y,     n,       Y,         n],
  'users.read':            [Y,    Y,     n,       n,         Y],
  'notifications.manage':  [Y,    Y,     n,       n,         Y],
};

/** May this role do this? */
export function may(role: Role, permission: Permission): boolean {
  return matrix[permission][roles.indexOf(role)] === true;
}

/** Everything a role may do. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(matrix) as Permission[]).filter((permission) => may(role, permission));
}

/** Who may: the roles that hold a permission, for "administrators only". */
export function rolesWith(permission: Permission): Role[] {
  return roles.filter((role) => may(role, permission));
}

/** True for a permission of a company, as against one of an organization or a way of signing in. */
export function isPermission(access: string): access is Permission {
  return Object.hasOwn(permissions, access);
}
