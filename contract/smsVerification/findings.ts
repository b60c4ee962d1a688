/** Fields of a registration by name, as findings of a check point at them, by the step of the form they stand on. */
export const registrationSteps = ['business', 'contact', 'program', 'consent', 'numbers'] as const;
export type RegistrationStep = (typeof registrationSteps)[number];

/** The steps as a person reads them. */
export const registrationStepLabel: Readonly<Record<RegistrationStep, string>> = {
  business: 'Business',
  contact: 'Address and contact',
  program: 'Messages',
  consent: 'Opt-in',
  numbers: 'Numbers',
};

export const fieldsOfStep = {
  business: [
    'legalName',
    'brandName',
    'entityType',
    'legalForm',
    'vertical',
    'taxId',
    'businessIdType',
    'businessId',
    'stockExchange',
    'stockTicker',
    'website',
  ],
  contact: ['street', 'city', 'region', 'postalCode', 'contactFirstName', 'contactLastName', 'contactTitle', 'contactEmail', 'contactPhone'],
  program: ['subUsecases', 'monthlyVolume', 'description', 'samples', 'hasEmbeddedLinks', 'hasEmbeddedPhone', 'ageGated', 'directLending'],
  consent: ['optins', 'messageFlow', 'optInMessage', 'helpMessage', 'optInKeywords', 'privacyUrl', 'termsUrl'],
  numbers: ['numbers'],
} as const satisfies Record<RegistrationStep, readonly string[]>;

export const findingFields = [
  ...fieldsOfStep.business,
  ...fieldsOfStep.contact,
  ...fieldsOfStep.program,
  ...fieldsOfStep.consent,
  ...fieldsOfStep.numbers,
] as const;
export type FindingField = (typeof findingFields)[number];

/** The step a field stands on. */
export const getStepOf = (field: FindingField): RegistrationStep =>
  registrationSteps.find((step) => (fieldsOfStep[step] as readonly string[]).includes(field)) ?? 'business';
