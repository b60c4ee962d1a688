/** Texts of greetings. */

/** MSG-040 to MSG-042; their own constant, since the first screen needs none of them. */
export const greetingMessages = {
  updated: 'Greeting updated successfully.',
  added: 'Greeting added successfully.',
  deleted: 'Greeting deleted successfully.',
} as const;

/** Why no text can be spoken: nobody set a voice up. */
export const noSpeech = 'Text to speech isn’t set up here. Upload a WAV or MP3, or ask your administrator to set TTS_URL';
