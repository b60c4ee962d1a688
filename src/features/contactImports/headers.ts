/** Finds the field a column of a file fills by its name: the eight spellings of a name (AMB-29), and what people’s exports call the rest. */
import type { MappedField } from '#machines/contactImport/index.ts';

/** Letters and digits of a name, lower-case: `E-mail 1 - Value` → `email1value`. */
const toKey = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Names by field, the most fitting first: Google, Outlook, HubSpot, CallRail and our own exports. */
// biome-ignore format: lists of words
const spellings: Readonly<Record<MappedField, readonly string[]>> = {
  number: [
    'number', 'phone', 'phonenumber', 'mobile', 'mobilephone', 'mobilenumber', 'mobilephonenumber', 'cell', 'cellphone', 'primaryphone', 'phone1value',
    'customerphonenumber', 'contactnumber', 'contactphone', 'callernumber', 'telephone', 'tel', 'businessphone', 'workphone', 'homephone',
  ],
  name: ['name', 'fullname', 'contactname', 'displayname', 'customername', 'contact'],
  firstName: ['firstname', 'givenname', 'first'],
  lastName: ['lastname', 'familyname', 'surname', 'last'],
  companyName: ['company', 'companyname', 'organization', 'organizationname', 'organization1name', 'business', 'account'],
  email: ['email', 'emailaddress', 'mail', 'email1value', 'primaryemail', 'workemail'],
  address1: ['address1', 'address', 'street', 'streetaddress', 'addressline1', 'address1street', 'businessstreet', 'homestreet'],
  address2: ['address2', 'addressline2', 'suite', 'unit', 'address1extendedaddress', 'businessstreet2'],
  city: ['city', 'town', 'address1city', 'businesscity', 'homecity', 'customercity'],
  state: ['state', 'region', 'stateregion', 'province', 'address1region', 'businessstate', 'homestate', 'customerstate'],
  zip: ['zip', 'zipcode', 'postalcode', 'postcode', 'address1postalcode', 'businesspostalcode', 'homepostalcode'],
  country: ['country', 'countryregion', 'address1country', 'businesscountryregion', 'homecountryregion', 'customercountry'],
  title: ['title', 'jobtitle', 'position', 'role', 'organizationtitle', 'organization1title'],
  notes: ['notes', 'note', 'comments', 'comment', 'description'],
  optinType: ['optintype', 'optin'],
  optinSource: ['optinsource'],
};

const fields = Object.keys(spellings) as MappedField[];

/** The field each column fills; null for what is not read. A field is filled once, a whole name in place of its parts. */
export function mapColumns(names: readonly string[]): (MappedField | null)[] {
  const keys = names.map(toKey);
  const mapping: (MappedField | null)[] = keys.map(() => null);
  for (const field of fields) {
    const found = spellings[field].map((spelling) => keys.findIndex((key, at) => key === spelling && mapping[at] === null)).find((at) => at >= 0);
    if (found !== undefined) mapping[found] = field;
  }
  return mapping.includes('name') ? mapping.map((field) => (field === 'firstName' || field === 'lastName' ? null : field)) : mapping;
}

/** True for a row that names columns: it has a number, and a name or a part of it. */
export function isHeader(row: readonly string[]): boolean {
  const mapping = mapColumns(row);
  return mapping.includes('number') && mapping.some((field) => field === 'name' || field === 'firstName' || field === 'lastName');
}
