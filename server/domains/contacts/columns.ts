/** Columns of a contact by the field of the wire. */

/** Plain fields that may be empty. */
export const optionalColumns = {
  companyName: 'company_name',
  email: 'email',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  state: 'state',
  zip: 'zip',
  notes: 'notes',
} as const;
