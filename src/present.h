// Answers as words and pictures: boards drawn as text, JSON documents, charts, reports.
//
// Link noughts::present.
#pragma once

#include "noughts/present/chart.h"
#include "noughts/present/documents.h"
#include "noughts/present/family_documents.h"
#include "noughts/present/hyper_report.h"
#include "noughts/present/quantum_report.h"
#include "noughts/present/quixo_report.h"
#include "noughts/present/quixo_svg.h"
#include "noughts/present/render.h"
#include "noughts/present/report.h"
#include "noughts/version.h"
