/**
 * Questions for published reviews whose screened records are public but whose texts are not part of them: each in the
 * words of someone who plans the review, by its published scope.
 */
export const REVIEW_QUESTIONS = {
  'Cohen_2006/output/online/ACEInhibitors': {
    keywords: ['ACE inhibitors', 'hypertension', 'heart failure', 'diabetic nephropathy', 'captopril', 'enalapril'],
    text: 'Drug class review of angiotensin converting enzyme inhibitors. Which of benazepril, captopril, enalapril, fosinopril, lisinopril, moexipril, perindopril, quinapril, ramipril and trandolapril is more effective or safer in adults with hypertension, heart failure, left ventricular dysfunction, high cardiovascular risk, diabetic nephropathy or other kidney disease? Trials that compare one inhibitor with another, or an inhibitor with placebo, and report mortality, cardiovascular events, progression of renal disease, quality of life, cough or other adverse events.',
  },
  'Cohen_2006/output/online/ADHD': {
    keywords: [
      'attention deficit hyperactivity disorder',
      'methylphenidate',
      'atomoxetine',
      'amphetamine',
      'stimulants',
    ],
    text: 'Drug class review of drugs for attention deficit hyperactivity disorder. We want to compare methylphenidate, dexmethylphenidate, mixed amphetamine salts, dextroamphetamine, atomoxetine, pemoline, modafinil, clonidine and guanfacine in preschool children, school-age children, adolescents and adults with ADHD. Head-to-head trials, placebo-controlled trials and observational studies of functional outcomes, symptoms at home and at school, quality of life, growth, insomnia, abuse and diversion, and other harms.',
  },
  'Cohen_2006/output/online/CalciumChannelBlockers': {
    keywords: [
      'calcium channel blockers',
      'hypertension',
      'angina',
      'amlodipine',
      'nifedipine',
      'diltiazem',
      'verapamil',
    ],
    text: 'Drug class review of calcium channel blockers. Do amlodipine, bepridil, diltiazem, felodipine, isradipine, nicardipine, nifedipine, nisoldipine and verapamil differ in effectiveness or harms in adults with essential hypertension, chronic stable angina, supraventricular arrhythmia or systolic dysfunction? Randomized trials with death, cardiovascular events, end-stage renal disease, symptoms, exercise duration or quality of life as outcomes; studies that only measure blood pressure are not wanted.',
  },
  'Cohen_2006/output/online/Estrogens': {
    keywords: ['estrogens', 'menopause', 'hot flashes', 'hormone replacement therapy', 'bone mineral density'],
    text: 'Drug class review of estrogen preparations. We compare conjugated equine, esterified and synthetic estrogens, estradiol and estropipate, by mouth, patch, cream or ring, for symptoms of menopause such as hot flashes, sleep disturbance, mood and vaginal dryness, and for prevention of bone loss and fractures in postmenopausal women. Randomized controlled trials of at least three months, and adverse effects such as bleeding, breast tenderness and nausea.',
  },
  'Cohen_2006/output/online/Opiods': {
    keywords: [
      'long-acting opioids',
      'chronic noncancer pain',
      'oxycodone',
      'transdermal fentanyl',
      'methadone',
      'morphine',
    ],
    text: 'Drug class review of long-acting opioid analgesics. Are transdermal fentanyl, levorphanol, methadone, and sustained-release morphine, oxycodone, codeine, hydromorphone and oxymorphone different in reducing pain and improving function in adults with chronic pain that is not caused by cancer, in comparison with one another or with short-acting opioids? Controlled trials, and observational studies of adverse events including constipation, addiction, abuse, overdose and hyperalgesia.',
  },
  'Cohen_2006/output/online/OralHypoglycemics': {
    keywords: ['oral hypoglycemic agents', 'type 2 diabetes', 'sulfonylureas', 'glyburide', 'glipizide', 'repaglinide'],
    text: 'Drug class review of oral hypoglycemic agents. For adults with type 2 diabetes we compare sulfonylureas and short-acting secretagogues (chlorpropamide, glimepiride, glipizide, glyburide, tolazamide, tolbutamide, nateglinide, repaglinide) in reducing hemoglobin A1c and in preventing progression or occurrence of retinopathy, nephropathy, neuropathy, cardiovascular disease and death, and in weight gain, hypoglycemia and other adverse effects.',
  },
  'Cohen_2006/output/online/Triptans': {
    keywords: ['triptans', 'migraine', 'sumatriptan', 'rizatriptan', 'zolmitriptan', 'headache relief'],
    text: 'Drug class review of the triptans. How do almotriptan, eletriptan, frovatriptan, naratriptan, rizatriptan, sumatriptan and zolmitriptan compare in adults with migraine, with or without aura: reduced severity and duration of headache, freedom from pain at two hours, relief of nausea, need for rescue medication, recurrence within 24 hours, functional status, satisfaction, and serious adverse events such as chest pain? Double-blind trials that compare two triptans, and trials against placebo or another active drug.',
  },
  'Nagtegaal_2019/output/Nagtegaal_2019': {
    keywords: ['nudging', 'healthcare professionals', 'evidence-based medicine', 'choice architecture', 'reminders'],
    text: 'Nudging healthcare professionals towards evidence-based medicine. We look for studies that try to change the behaviour of physicians, nurses, pharmacists or other professionals by nudges, that is by changes of the choice architecture that neither forbid options nor change economic incentives: defaults in order forms, reminders and alerts, social comparison and feedback, framing, simplified information, and accountable justification. The studies should measure whether professionals follow guidelines or other evidence, for example in prescribing, vaccination, hand hygiene or ordering tests.',
  },
} as const;
