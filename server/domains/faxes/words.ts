/** The fax vendor's reasons in words a person can act on (Telnyx's public list of fax errors, 2026), and our own. */
const texts: Readonly<Record<string, string>> = {
  user_busy: 'The line was busy; try again later',
  receiver_no_answer: 'Nobody answered; try again later',
  receiver_no_response: 'The other side did not respond; try again later',
  receiver_decline: 'The other side rejected the call',
  receiver_unallocated_number: 'This number is not in service',
  receiver_invalid_number_format: 'This is not a number that can be faxed',
  receiver_incompatible_destination: 'There is no fax machine at this number',
  fax_initial_communication_timeout: 'No fax machine answered at this number',
  fax_signaling_error: 'The two machines did not understand each other; try again',
  receiver_communication_error: 'The connection to the other machine failed; try again',
  invalid_ecm_response_from_receiver: 'The other machine answered in a way that cannot be read; try again',
  receiver_call_dropped: 'The other side hung up before the end; it may have some pages',
  sender_call_dropped: 'The connection broke before the end; the other side may have some pages',
  receiver_recovery_on_timer_expire: 'The call was not put through in time; try again later',
  destination_unreachable: 'This number cannot be reached',
  destination_invalid: 'This is not a number that can be faxed',
  destination_not_in_countries_whitelist: 'The fax vendor does not let this account fax there',
  destination_not_in_service_plan: 'The fax vendor does not let this account fax there',
  service_unavailable: 'The fax vendor had trouble; try again later',
  carrier_lost: 'The fax vendor lost the call; try again',
  file_download_failed: 'The fax vendor could not fetch the document',
  file_format_invalid: 'The fax vendor could not read the document',
  file_size_limit_exceeded: 'The document is too large for the fax vendor',
  page_count_limit_exceeded: 'The document has too many pages for the fax vendor',
  media_processing_exception: 'The fax vendor could not turn the document into pages',
  'number-off': 'The number it was to be sent from can no longer fax',
  'fax-off': 'Faxes are no longer set up on this installation',
  'carrier-away': 'The fax vendor could not be reached for long; nothing was sent',
};

/** The words for a reason; one without words is named as it is. */
export function faxErrorText(code: string): string {
  return texts[code] ?? `The fax vendor gave no more than a code: ${code}`;
}
