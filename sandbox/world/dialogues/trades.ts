/** Dialogues with customers of the other companies, by trade. Written as in sales.ts. */
export const tradeScripts = `
= dental
> Hi, I chipped a tooth this morning. Any chance today?
< Oh no. We can see you at {time}, Dr. Lindqvist kept a slot open.
> I’ll take it
< Please come ten minutes early with your insurance card.
= dental
< Hi {first}, this is a reminder of your cleaning on {day} at {time}. Reply C to confirm or R to move it.
> C
< Confirmed. See you {day}!
= dental
(voicemail general)
< We got your message, {first}. Next opening is {when}. Does that work?
> Can it be after 4
< {day} at 4:30 then. You’re in.
= dental
(answered)
# Nervous patient, book the long slot.
= vet
> Our dog ate half a chocolate bar. Should we come in?
< How big is the dog, and was it dark chocolate?
> 60 lb lab, milk chocolate
< Then just watch him today. If he vomits more than twice, call us right away.
> Thank you!! He seems fine
= vet
< {first}, the blood work is back and looks good. Dr. Amara will call you about the diet.
> Such a relief, thank you
(called)
= vet
(missed)
< Sorry we missed you. Is it urgent?
> No, just a refill for the flea drops
< Ready at the desk from 3 pm.
= home
> How soon could someone look at a leak?
< Today between 2 and 4. Can you shut the valve under the sink?
> Done, it stopped
< Great. Tech will text when on the way.
(answered)
# Replaced the trap, {small}. Sent invoice.
= home
(voicemail general)
< Thanks for calling, {first}. We can come for an estimate {when}.
> Yes please. Gate code is {code}
< Noted. See you then.
= home
< Your estimate is ready: {small} for labor and material. Good for 30 days.
> Can you start next week?
< {day} at 8. Crew of two, done by evening.
> Let’s do it
= law
(answered)
# Potential client, lease dispute. Conflict check clear.
< Thank you for calling, {first}. Your consultation is on {day} at {time}. Please bring the lease.
> Will do. Is parking nearby?
< There is a garage on the corner, we validate.
= law
> Did the other side answer yet?
< Not yet. Their deadline is {day}. You’ll hear from us the same day.
> Ok thank you
(fax 2)
# Answer came by fax.
= realty
> Is the two bedroom still available?
< It is. Open house is {day} from 11 to 1, or I can show it {when}.
> {When} is better
< See you there. Buzz 12.
= realty
(answered)
< Here is the listing with the floor plan: https://homes.example/{code}
> Thanks! Are pets ok
< Cats and small dogs, yes.
= realty
(missed)
< Hi, sorry I missed you, I was showing a house. Which property is it about?
> The one on Elm
< Offer deadline is {day}. Happy to call you tonight.
(called)
= salon
> Can I move my color from {day} to {when}?
< Yes, with the same stylist. Done!
> You’re the best
= salon
< Hi {first}, we had a cancellation today at {time}. Want it?
> Yes!!
< It’s yours.
= clinic
< Hi {first}, your appointment is on {day} at {time}. Reply C to confirm.
> C
< Thank you, confirmed.
= clinic
> Do you take my insurance?
< We take most plans. Which one is it?
> Blue Cross PPO
< Yes, we’re in network. Co-pay is usually {oil}.
= clinic
(voicemail general)
(called)
# Asked for results, doctor calls {day}.
= clinic
> Running 10 minutes late
< No problem, we’ll let the doctor know.
= travel
> Do you have four spots on {day}?
< We do, at 9 and at 1. Which one?
> 9 please
< Booked, under {first}. Weather looks great.
= travel
(answered)
< Here is the packing list: https://trips.example/{code}
> Thanks, we’re excited
= hotel
> Hello, can we check in early on {day}?
< Rooms are ready at 3, but leave your bags with us any time.
> Perfect
= hotel
(answered)
# Table for six on {day}, one highchair.
< All set for six on {day} at {time}. See you then, {first}.
> Thank you!
= hotel
> Do you have anything gluten free
< Yes, a few things every morning. Tell us when you come and we keep some aside.
> Wonderful, {day} around {time}
= storage
> How much is a 10x10 per month?
< {oil}, first month free. Climate control adds 20.
> Is there one on the ground floor
< Two left. Shall I hold one until {day}?
> Yes please, name is {first}
= storage
(missed)
< We missed your call, sorry. Office is open until 6. How can we help?
> Gate code doesn’t work
< Try {code}, we just reset it.
> Works, thanks
= fitness
> Can I pause my membership for a month?
< Sure. From {day} for 30 days, no fee.
> Thanks
= fitness
< Hi {first}, your new schedule is up. The {time} class has two spots left.
> Save me one
< Saved.
= insurance
(answered)
# Compare home and auto bundle, current premium {small}.
< Your bundle quote is ready, {first}. It saves you about {oil} a year.
> Nice. What do you need from me
< A copy of your current policy, a photo is fine.
= insurance
> I need proof of insurance for the DMV
< Sent to your email just now. Anything else?
> That’s it, thank you
= auto
> Is my order in yet?
< It arrived this morning. We’re here until 6.
> On my way
= auto
(answered)
# Quoted {small}, wants to think about it.
`;
