/** The one matrix role × permission. The spec leaves it open (1.6, 2.6); this is least privilege, as a table a person can read. */

/** Roles in a company (spec 1.6), from most to least. */
export const roles = ['owner', 'administrator', 'billing', 'reporting', 'user'] as const;
export type Role = (typeof roles)[number];

/** Actions each permission allows, in words that follow "You don’t have permission to …". */
export const permissions = {
  'company.read': 'view this company',
  'company.update': 'edit this company',
  'conversations.read': 'read conversations',
  'conversations.work': 'manage conversations',
  'messages.send': 'send messages',
  'notes.write': 'write notes',
  'notes.manage': 'edit or delete notes of other users',
  'contacts.read': 'view contacts',
  'contacts.write': 'edit contacts',
  'contacts.delete': 'delete contacts',
  'contacts.import': 'import contacts',
  'groups.write': 'edit groups',
  'labels.write': 'edit contact labels',
  'campaigns.read': 'view campaigns',
  'campaigns.write': 'edit campaigns',
  'campaigns.send': 'send campaigns',
  'numbers.read': 'view numbers',
  'numbers.write': 'edit numbers',
  'numbers.buy': 'buy and remove numbers',
  'registration.read': 'see registrations for texting',
  'registration.write': 'register numbers for texting',
  'callers.lookup': 'look up callers',
  'customFields.write': 'manage custom fields',
  'customFields.set': 'set custom field values',
  'attributes.bulk': 'set custom fields in bulk',
  'blocks.read': 'see blocked callers',
  'blocks.write': 'block callers',
  'numbers.route': 'edit call routing',
  'calling.limits': 'edit calling limits',
  'activity.read': 'view activity',
  'analytics.read': 'see reports',
  'reports.save': 'save favorite reports',
  'calls.qualify': 'mark leads and appointments',
  'calls.take': 'take and make calls in the app',
  'exports.read': 'export calls and contacts',
  'users.read': 'see the users of this company',
  'users.manage': 'manage users',
  'notifications.manage': 'mute and unmute notifications',
  'audit.read': 'read the audit log',
  'support.write': 'contact support',
  'billing.read': 'see billing',
  'billing.manage': 'edit payment methods',
  'subscription.manage': 'change the subscription',
  'tenant.manage': 'edit the brand',
  'domain.manage': 'manage the custom domain',
  'dni.read': 'see DNI pools',
  'dni.write': 'edit DNI pools',
  'integrations.read': 'see integrations',
  'integrations.manage': 'manage integrations',
  'webhooks.manage': 'manage webhooks',
  'apiKeys.manage': 'manage API keys',
} as const;

export type Permission = keyof typeof permissions;

/** Permissions in an organization (a business unit, spec 2.1). */
export const organizationPermissions = {
  'organization.read': 'see this organization',
  'organization.update': 'edit this organization',
  'organization.settings': 'change the settings of this organization',
  'organization.admins': 'add or remove organization administrators',
  'organization.accounts': 'change the status of companies in this organization',
} as const;

export type OrganizationPermission = keyof typeof organizationPermissions;

type Cell = 'Y' | 'n';

/** role × permission; a row per permission, a letter per role in the order of `roles`: owner, administrator, billing, reporting, user. */
const matrix: Readonly<Record<Permission, `${Cell}${Cell}${Cell}${Cell}${Cell}`>> = {
  //                       oabru
  'company.read':          'YYYYY',
  'company.update':        'YYnnn',
  'conversations.read':    'YYnYY',
  'conversations.work':    'YYnnY',
  'messages.send':         'YYnnY',
  'notes.write':           'YYnnY',
  'notes.manage':          'YYnnn',
  'contacts.read':         'YYnYY',
  'contacts.write':        'YYnnY',
  'contacts.delete':       'YYnnn',
  'contacts.import':       'YYnnn',
  'groups.write':          'YYnnY',
  'labels.write':          'YYnnY',
  'campaigns.read':'YYnYY',
  'campaigns.write':'YYnnY',
  'campaigns.send':'YYnnn',
  'numbers.read':          'YYYYY',
  'numbers.write':         'YYnnn',
  'numbers.buy':           'YYnnn',
  'registration.read':     'YYYnn',
  'registration.write':    'YYnnn',
  'callers.lookup':        'YYnnY',
  'customFields.write':    'YYnnn',
  'customFields.set':      'YYnnY',
  'attributes.bulk':       'YYnnn',
  'blocks.read':           'YYnYY',
  'blocks.write':          'YYnnY',
  'numbers.route':         'YYnnn',
  'calling.limits':        'Ynnnn',
  'activity.read':         'YYnYY',
  'analytics.read':        'YYnYn',
  'reports.save':          'YYnYn',
  'calls.qualify':         'YYnnY',
  'calls.take':            'YYnnY',
  'exports.read':          'YYnYn',
  'users.read':            'YYnnY',
  'users.manage':          'YYnnn',
  'notifications.manage':  'YYnnY',
  'audit.read':            'YYnnn',
  'support.write':         'YYYYY',
  'billing.read':          'YnYnn',
  'billing.manage':        'YnYnn',
  'subscription.manage':   'Ynnnn',
  'tenant.manage':         'Ynnnn',
  'domain.manage':         'Ynnnn',
  'dni.read':             'YYnYn',
  'dni.write':            'YYnnn',
  'integrations.read':    'YYnYn',
  'integrations.manage':  'YYnnn',
  'webhooks.manage':      'YYnnn',
  'apiKeys.manage':       'Ynnnn',
};

/** May this role do this? */
export function hasPermission(role: Role, permission: Permission): boolean {
  return matrix[permission][roles.indexOf(role)] === 'Y';
}

/** Everything a role may do. */
export function listPermissions(role: Role): Permission[] {
  return (Object.keys(matrix) as Permission[]).filter((permission) => hasPermission(role, permission));
}

/** Standings in an organization: one who administers it, or a member of one of its companies. */
export type OrganizationStanding = 'administrator' | 'member';

/** True where the standing allows this: members may see an organization, all else is its administrators'. */
export function hasOrganizationPermission(standing: OrganizationStanding, permission: OrganizationPermission): boolean {
  return standing === 'administrator' || permission === 'organization.read';
}

/** Returns the roles that hold a permission, for "administrators only". */
export function listRolesWith(permission: Permission): Role[] {
  return roles.filter((role) => hasPermission(role, permission));
}

/** True for a permission of an organization. */
export function isOrganizationPermission(access: string): access is OrganizationPermission {
  return Object.hasOwn(organizationPermissions, access);
}

/** True for a permission of a company, as against one of an organization or a way of signing in. */
export function isPermission(access: string): access is Permission {
  return Object.hasOwn(permissions, access);
}
