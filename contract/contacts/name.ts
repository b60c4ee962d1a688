/** A name as it may be given. */
export interface GivenName {
  readonly name?: string | undefined;
  readonly Name?: string | undefined;
  readonly fullName?: string | undefined;
  readonly contactName?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** A contact's name (spec 1.3, RULE-074, AMB-29): the first of its spellings that says something, else from first and last name. */
export function formatContactName({ name, Name, fullName, contactName: contact, firstName, lastName }: GivenName): string {
  const tidy = (text: string | undefined) => (text ?? '').trim();
  const whole = [name, Name, fullName, contact].map(tidy).find((text) => text !== '');
  return whole ?? [tidy(firstName), tidy(lastName)].filter((part) => part !== '').join(' ');
}
