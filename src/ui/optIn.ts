/** Origins of a contact's consent, in words. */
const optInLabels: Readonly<Record<string, string>> = {
  manual: 'added manually',
  import: 'imported',
  inbound: 'wrote first',
  web_form: 'web form',
  keyword: 'keyword',
};

/** The words of a contact's `optin_type`; one that is not known stands for itself. */
export const formatOptInType = (type: string): string => optInLabels[type] ?? type;
