/**
 * Synonyms of the concepts that people most often search for. Chosen by hand from shared entries of MeSH (US National
 * Library of Medicine), the thesauri of ERIC and NASA, and the IEEE taxonomy. Ambiguous names are excluded (CT, MS,
 * DNS). `a = b > c`: c is a narrower name; it can replace a, but a cannot replace c. Hyphens, inflections and British
 * spellings need no entry.
 */
const SYNONYMS = `
two-dimensional = 2D
three-dimensional = 3D
one-dimensional = 1D
four-dimensional = 4D
covid-19 = covid = sars-cov-2 = coronavirus disease 2019 = 2019-ncov
diabetes = diabetes mellitus = diabetic > T2DM > T1DM > NIDDM > IDDM
type 2 diabetes = type 2 diabetes mellitus = type II diabetes = T2DM = T2D = NIDDM = type 2 diabetic = non-insulin-dependent diabetes
type 1 diabetes = type 1 diabetes mellitus = type I diabetes = T1DM = T1D = IDDM = type 1 diabetic
chronic obstructive pulmonary disease = COPD = chronic obstructive lung disease
myocardial infarction = heart attack
stroke = cerebrovascular accident > brain infarction
hypertension = high blood pressure = hypertensive = arterial hypertension
heart failure = cardiac failure
atrial fibrillation = AFib
cancer = neoplasm = malignancy = cancerous > carcinoma > oncology > tumor
breast cancer = breast carcinoma = breast neoplasm > breast tumor
lung cancer = lung carcinoma = lung neoplasm > lung tumor > NSCLC > SCLC
prostate cancer = prostatic cancer = prostate carcinoma = prostatic neoplasm
colorectal cancer = colorectal carcinoma = colorectal neoplasm > colon cancer > rectal cancer
liver cancer = liver neoplasm = liver carcinoma > hepatocellular carcinoma > hepatoma
depression = depressive = depressed > MDD
major depression = major depressive disorder = MDD = depressive disorder
anxiety = anxious
schizophrenia = schizophrenic
post-traumatic stress disorder = posttraumatic stress disorder = PTSD
attention deficit hyperactivity disorder = attention-deficit hyperactivity = ADHD
obsessive-compulsive disorder = OCD
autism = autistic = autism spectrum disorder
cognitive behavioral therapy = cognitive behavior therapy = CBT
obesity = obese
asthma = asthmatic
epilepsy = epileptic
parkinson disease = parkinson = parkinsonian
alzheimer disease = alzheimer
dementia = demented
chronic kidney disease = chronic renal disease = CKD = chronic renal insufficiency
kidney = renal
kidney disease = nephropathy
liver = hepatic
lung = pulmonary
heart = cardiac
blood pressure = arterial pressure
urinary tract infection = UTI
human immunodeficiency virus = HIV
inflammatory bowel disease = IBD > ulcerative colitis > crohn disease
gastroesophageal reflux disease = GERD = GORD = gastroesophageal reflux
low back pain = lower back pain = lumbago = low backache
menopause = menopausal = climacteric
metformin = glucophage
nonsteroidal anti-inflammatory drug = non-steroidal anti-inflammatory drug = NSAID
angiotensin-converting enzyme inhibitor = ACE inhibitor = ACEI
selective serotonin reuptake inhibitor = serotonin reuptake inhibitor = SSRI
proton pump inhibitor > omeprazole > esomeprazole > pantoprazole > lansoprazole > rabeprazole
beta-blocker = beta-adrenergic blocker = beta-adrenoceptor blocker = beta-adrenergic antagonist = beta-adrenergic blocking agent
tumor necrosis factor = TNF
vitamin d > vitamin d3 > cholecalciferol > ergocalciferol > 25-hydroxyvitamin d > hydroxyvitamin d
vitamin c = ascorbic acid
acetaminophen = paracetamol
epinephrine = adrenaline
norepinephrine = noradrenaline
randomized controlled trial = RCT = randomized trial = randomized clinical trial = randomized controlled study
intensive care unit = ICU = intensive care = critical care
emergency department = emergency room
magnetic resonance imaging = MRI
functional magnetic resonance imaging = fMRI = functional MRI
electroencephalography = EEG = electroencephalogram
electrocardiogram = ECG = EKG = electrocardiography
body mass index = BMI
polymerase chain reaction = PCR
genome-wide association = GWAS
single nucleotide polymorphism = SNP
adolescent = adolescence = teenager = teen
child = pediatric = childhood
elderly = older adult = older people = older person = old age > older patient > geriatric
infant = infancy
newborn = neonate = neonatal
pregnancy = pregnant
smoking = smoker = tobacco use = tobacco smoking > cigarette
exercise = physical activity
vaccination = immunization = vaccine
surgery = surgical
mobile phone = cell phone = cellular phone
smartphone = smart phone
e-learning = electronic learning = online learning
socioeconomic status = SES
gross domestic product = GDP
nongovernmental organization = NGO
climate change = global warming
greenhouse gas = GHG
carbon dioxide = CO2
artificial intelligence = AI
neural network = neural net > CNN > RNN > LSTM
convolutional neural network = CNN = ConvNet
recurrent neural network = RNN
long short-term memory = LSTM
generative adversarial network = GAN
graph neural network = GNN
large language model = LLM
natural language processing = NLP
support vector machine = SVM
speech recognition > ASR
optical character recognition = OCR
internet of things = IoT
virtual reality = VR
unmanned aerial vehicle = UAV = drone = unmanned aircraft
global positioning system = GPS
principal component analysis = PCA
expectation maximization = EM algorithm
finite element = FEM = finite element method
computational fluid dynamics = CFD
airplane = aircraft
airfoil = aerofoil
angle of attack = angle of incidence
shock wave > bow shock > oblique shock > normal shock > detached shock > shock layer
aeroelastic = aeroelasticity
hypersonic = hypersonics
supersonic = supersonics
field-effect transistor = FET > MOSFET
`;

/** Other names for a name: equal ones, and narrower ones that can replace it, but not the reverse. */
export type SynonymSet = { equal: string[]; narrower: string[] };

/** All sets, as written here. */
export function synonymSets(): SynonymSet[] {
  return SYNONYMS.trim()
    .split('\n')
    .map((line) => {
      const [names = '', ...narrower] = line.split(' > ');
      return { equal: names.split(' = '), narrower };
    });
}
