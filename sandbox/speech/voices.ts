/** The synthesizer's voices, as the setting TTS_VOICES lists them: id, name and language. */
export const sandboxVoices = [
  { id: 'en-us', name: 'Grant', language: 'en-US' },
  { id: 'en-us+f3', name: 'Marion', language: 'en-US' },
  { id: 'en-us+f2', name: 'Ruth', language: 'en-US' },
  { id: 'en-gb', name: 'Edwin', language: 'en-GB' },
  { id: 'en-gb+f4', name: 'Imogen', language: 'en-GB' },
  { id: 'es-419', name: 'Joaquín', language: 'es-MX' },
  { id: 'es-419+f2', name: 'Lucía', language: 'es-MX' },
  { id: 'fr-fr+f2', name: 'Odile', language: 'fr-FR' },
] as const;

/** The voices as the value of TTS_VOICES. */
export const sandboxVoiceSetting = sandboxVoices.map(({ id, name, language }) => `${id}:${name}:${language}`).join(',');
